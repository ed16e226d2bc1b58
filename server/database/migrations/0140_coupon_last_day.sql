-- A coupon that is valid for a number of days ends with its last day in Shanghai. Earlier ones ended at the time of day at
-- which they were sent, while only their day was shown.
update coupon c set valid_to =
  (date_trunc('day', c.valid_to at time zone interval '8 hours') + interval '1 day' - interval '1 millisecond')
    at time zone interval '8 hours'
from benefit b
where b.benefit_id = c.benefit_id and b.valid_days is not null and c.used_time is null;
