alter table sim_pins add column ai_disclosures text[] not null default '{}';
