alter table sim_pins add column cover_second int;
