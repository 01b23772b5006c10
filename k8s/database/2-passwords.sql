-- The passwords of the roles, from the environment of psql. Secrets of earlier releases have none of these.
\getenv units UNITS_PASSWORD
\getenv connectors CONNECTORS_PASSWORD
\getenv accounts ACCOUNTS_PASSWORD
\if :{?units}
ALTER ROLE trellis_units PASSWORD :'units';
\endif
\if :{?connectors}
ALTER ROLE trellis_connectors PASSWORD :'connectors';
\endif
\if :{?accounts}
ALTER ROLE trellis_accounts PASSWORD :'accounts';
\endif
