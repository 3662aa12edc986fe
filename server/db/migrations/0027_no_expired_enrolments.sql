-- No rule ever set the state 'expired': a program that is due can still be continued.
alter table enrolments drop constraint enrolments_state_check;
alter table enrolments add constraint enrolments_state_check check
  (state in ('invited', 'accepted', 'choosing', 'active', 'ready_to_finish', 'completed', 'declined', 'withdrawn'));
