-- Table of behaviour events in ClickHouse 22.8 or later (docs/tracking.md "Events in ClickHouse"):
--   clickhouse-client --database marque --multiquery < deploy/clickhouse/tracked_event.sql
-- On a cluster, use ReplicatedReplacingMergeTree and ON CLUSTER; the product needs these names and types.
CREATE TABLE IF NOT EXISTS tracked_event
(
    -- Day of event_ms in Shanghai; a partition a day, which the product drops after TRACKING_RETENTION_DAYS.
    day Date,
    -- Same key: the same event, sent again. Merges remove repeated rows; until then, read with FINAL.
    event_key UUID,
    project LowCardinality(String),
    type LowCardinality(String),
    event LowCardinality(String),
    -- Milliseconds since the epoch.
    event_ms Int64,
    received_ms Int64,
    distinct_id String,
    login_id Nullable(String),
    anonymous_id Nullable(String),
    activity_id Nullable(String),
    -- JSON object.
    properties String,
    event_time DateTime64(3, 'Asia/Shanghai') ALIAS fromUnixTimestamp64Milli(event_ms, 'Asia/Shanghai'),
    received_time DateTime64(3, 'Asia/Shanghai') ALIAS fromUnixTimestamp64Milli(received_ms, 'Asia/Shanghai'),
    -- Finds the events of a person for an export or an erasure.
    INDEX tracked_event_person coalesce(login_id, distinct_id) TYPE bloom_filter GRANULARITY 4
)
ENGINE = ReplacingMergeTree
PARTITION BY day
ORDER BY (event, event_key)
SETTINGS non_replicated_deduplication_window = 1000;
