/** What a user is told when everything runs. */
export function welcome(
  address: string,
  { client_id, client_secret }: { client_id: string; client_secret: string },
): string {
  const parse = `node -pe 'JSON.parse(fs.readFileSync(0)).access_token'`;
  return `
Trellis runs at ${address} (the interface: ${address}/docs).

Get an access token of the demo app, valid for an hour:
  TOKEN=$(curl -s -u ${client_id}:${client_secret} -d grant_type=client_credentials ${address}/oauth2/token | ${parse})

Try it:
  curl -s -H "Authorization: Bearer $TOKEN" -H "Content-Type: application/json" -d '{"name":"My house","type":"building"}' ${address}/api/v1/units
  curl -s -H "Authorization: Bearer $TOKEN" ${address}/api/v1/units

Ctrl-C stops it; the data stay.
`;
}
