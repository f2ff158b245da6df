/** The defaults that pages name beside frameworks with the same hand-written validation are those that servers show. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DEFAULTS, FRAMEWORKS } from '../../charts/pages/reasons.ts'
import { createRandom } from '../../shared/basics/random.ts'
import { updateUser } from '../../shared/scenarios/update-user.ts'
import { encodeCall, wires } from '../../shared/wires/wires.ts'
import { discoverServers, findServerFolders, SERVERS_DIR } from '../folders/servers.ts'
import { HttpClient, type Outcome } from './http.ts'
import { VerifiedServer } from './verify.ts'

const folders = findServerFolders([SERVERS_DIR]).filter(({ name }) => FRAMEWORKS.includes(name))

for (const server of discoverServers(folders, updateUser.name).installed) {
  test(server.name, async () => {
    const running = await VerifiedServer.start(server)
    const client = new HttpClient(running.port)
    try {
      const { json } = updateUser.validCase(createRandom(1), 1)
      const send = (text: string) =>
        client.send(
          encodeCall(wires[server.manifest.wire], updateUser.route, { id: 'defaults', json: text }),
        )
      const long = JSON.stringify({ ...JSON.parse(json), unknown: 'x'.repeat(1_500_000) })
      assert.equal(defaultsOf(await send(json), await send(long)), DEFAULTS[server.name] ?? '')
    } finally {
      client[Symbol.dispose]()
      await running.stop()
    }
  })
}

function defaultsOf(response: Outcome, long: Outcome): string {
  assert.ok(response.responded && long.responded)
  const { body, headers } = response
  const shown = {
    'indented JSON': body.includes('\n'),
    ETag: 'etag' in headers,
    'X-Powered-By': 'x-powered-by' in headers,
    'Server header': 'server' in headers,
    'body limit': long.status === 413,
  }
  return Object.entries(shown)
    .flatMap(([name, isShown]) => (isShown ? [name] : []))
    .join(', ')
}
