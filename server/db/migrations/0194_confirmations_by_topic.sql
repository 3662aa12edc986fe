-- Home and the program list show who sent a topic back, so every plan looks up the answers to its confirmation requests.
create index confirmations_by_topic on topic_confirmations (tenant_id, enrolment_id, topic_id);
