-- The value of the event of a pause is the state of the client as JSON.
UPDATE "changes" SET "value" = json_build_object('status', 'STARTED', 'paused', json_build_object(
    'since', to_char("created" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')))::text
WHERE "kind" = 'client_status_changed' AND "value" = 'paused';
