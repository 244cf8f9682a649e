-- What the simulated platform shows of a pin whose text it stores its own way: {title, description, link, alt_text}; null: what it was sent.
alter table sim_pins add column shown jsonb;
