FORAY_NAMES: tuple[str, ...]
BATTLE_NAMES: tuple[str, ...]
CAMPAIGN_NAMES: tuple[str, ...]
