"""What Rally answers over HTTP besides playing. The page knows no rules, so it asks."""
