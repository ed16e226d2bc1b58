-- Open puzzles. The check deletes its row first, whatever the outcome (requirement O07).
CREATE TABLE captcha_challenge (
  challenge_id text PRIMARY KEY,
  way text NOT NULL,
  -- Left edge of the piece, CSS px of a 320 px wide picture; null where there is no picture.
  answer integer,
  action text NOT NULL,
  activity_id text,
  user_id text,
  mobile_hash text,
  network_hash text NOT NULL,
  user_agent_hash text NOT NULL,
  device_id text NOT NULL,
  seed text NOT NULL,
  bits integer NOT NULL,
  keyboard_bits integer NOT NULL,
  created_time timestamptz NOT NULL,
  expires_time timestamptz NOT NULL
);
CREATE INDEX captcha_challenge_expires ON captcha_challenge (expires_time);

-- Solved puzzles: the hash of the id the caller holds, and what it is good for, once.
CREATE TABLE captcha_pass (
  pass_hash text PRIMARY KEY,
  action text NOT NULL,
  activity_id text,
  user_id text,
  mobile_hash text,
  expires_time timestamptz NOT NULL,
  -- null: not spent; else the spender's idempotency key, '' where it had none.
  spent_by text
);
CREATE INDEX captcha_pass_expires ON captcha_pass (expires_time);

-- How often something happened in the period that ends at until_time.
CREATE TABLE captcha_count (
  bucket text PRIMARY KEY,
  count integer NOT NULL,
  until_time timestamptz NOT NULL
);
CREATE INDEX captcha_count_until ON captcha_count (until_time);
