# A thermometer that announces itself, then publishes a temperature every five seconds.
set -eu
publish() { mosquitto_pub --host mosquitto --retain --topic "$1" --message "$2"; }

publish homeassistant/sensor/thermometer/config '{
  "name": "Temperature", "unique_id": "thermometer-temperature", "state_topic": "thermometer/state",
  "device_class": "temperature", "unit_of_measurement": "°C",
  "device": { "identifiers": ["thermometer"], "name": "Thermometer" }
}'
trap 'exit 0' TERM
tenths=0
while true; do
  publish thermometer/state "21.$tenths"
  tenths=$(((tenths + 1) % 10))
  sleep 5 & wait $!
done
