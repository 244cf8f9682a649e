alter table sim_pins add column slide_texts jsonb not null default '[]';
