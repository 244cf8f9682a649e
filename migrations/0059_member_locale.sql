-- Slack's name of a person's language and country, en-US: by it their clock has 12 or 24 hours. Null: Slack never said.
alter table members add column locale text;
