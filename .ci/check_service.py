"""Send the README's request to a service that is starting, and check that a move comes back."""

import json
import re
import sys
import time
import urllib.request
from pathlib import Path

base = sys.argv[1]
readme = Path(__file__).parent.parent.joinpath("README.md").read_text("utf-8")
path, body = re.search(
    r"curl -s http://127\.0\.0\.1:8000(/v1/games/battlelore/moves).*?-d '(.*?)'", readme, re.S
).groups()
request = urllib.request.Request(base + path, body.encode(), {"Content-Type": "application/json"})
for _attempt in range(120):
    try:
        with urllib.request.urlopen(request, timeout=30) as answer:
            move = json.load(answer)
        break
    except ConnectionError:
        time.sleep(1)
    except urllib.error.URLError:
        time.sleep(1)
else:
    sys.exit("the service did not start")
assert move["move"]["text"], move
print("a BattleLore move:", move["move"]["text"], "win chance", move["win_chance"])
