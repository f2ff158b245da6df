/** Servers with a work-around for tests: update-user on node:http, and a variant without validation. */
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { pathToFileURL } from 'node:url'
import { ROOT } from '../../shared/basics/root.ts'
import { temporaryDirectory, writeTree } from '../../shared/basics/testing.ts'
import { disclosure } from '../../shared/test/samples.ts'

const models = pathToFileURL(join(ROOT, 'shared/models/user.ts')).href

/** @param make source of a function that returns the user of a parsed body, or something without `lastUpdate` to reject it */
export const serverText = (make: string, malformed = 400) => `
import { createServer } from 'node:http'
import { deserializeUser, parseUser } from '${models}'
createServer((request, response) => {
  const send = (status, value) => {
    const text = JSON.stringify(value)
    response.writeHead(status, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) })
    response.end(text)
  }
  const chunks = []
  request.on('data', (chunk) => chunks.push(chunk))
  request.on('end', () => {
    let body
    try {
      body = JSON.parse(Buffer.concat(chunks))
    } catch {
      return send(${malformed}, {})
    }
    const user = (${make})(body)
    if (!user.lastUpdate) return send(400, user)
    user.lastUpdate.setMonth(user.lastUpdate.getMonth() + 1)
    send(200, user)
  })
}).listen(Number(process.env.PORT), process.env.HOST)
`

/** @param variants source of each server's only variant, the one without validation, by the server's name */
export function variedServers(
  t: TestContext,
  variants: Readonly<Record<string, string>>,
  workarounds = [{ id: 'validation', why: 'It must.' }],
  manifest: object = {},
): string {
  const directory = temporaryDirectory(t)
  const description = 'a server with a variant'
  const bench = { router: true, ...disclosure, description, workarounds, ...manifest }
  for (const [name, variant] of Object.entries(variants)) {
    writeTree(join(directory, name), {
      'package.json': { type: 'module', bench },
      'update-user.ts': serverText('parseUser'),
      'workarounds/validation.ts': variant,
    })
  }
  return directory
}
