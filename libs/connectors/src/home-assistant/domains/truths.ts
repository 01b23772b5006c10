/**
 * What a binary sensor says when it is on, by its device class
 * (developers.home-assistant.io, "Binary sensor entity").
 */
export const truths = new Map<unknown, string>([
  ['battery', 'the battery is low'],
  ['battery_charging', 'it is charging'],
  ['carbon_monoxide', 'there is carbon monoxide'],
  ['cold', 'it is cold'],
  ['connectivity', 'it is connected'],
  ['door', 'it is open'],
  ['garage_door', 'it is open'],
  ['gas', 'there is gas'],
  ['heat', 'it is hot'],
  ['light', 'there is light'],
  ['lock', 'it is unlocked'],
  ['moisture', 'it is wet'],
  ['motion', 'there is motion'],
  ['moving', 'it is moving'],
  ['occupancy', 'somebody is there'],
  ['opening', 'it is open'],
  ['plug', 'it is plugged in'],
  ['power', 'there is power'],
  ['presence', 'it is at home'],
  ['problem', 'there is a problem'],
  ['running', 'it is running'],
  ['safety', 'it is not safe'],
  ['smoke', 'there is smoke'],
  ['sound', 'there is sound'],
  ['tamper', 'it has been tampered with'],
  ['update', 'there is an update'],
  ['vibration', 'there is vibration'],
  ['window', 'it is open'],
]);
