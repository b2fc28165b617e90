FORAY_TRAITS: dict[str, tuple[str, ...]]
WAR_TRAITS: dict[str, tuple[str, ...]]
CAMPAIGN_TRAITS: dict[str, tuple[str, ...]]
