import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { temporaryDirectory, writeTree } from '../../../shared/basics/testing.ts'
import type { ProgramLoad } from './programs/program.ts'
import { programSession } from './session.ts'

const request = {
  method: 'POST',
  path: '/users?a=b',
  headers: { 'content-type': 'application/json' },
  body: '{"name":"Łukasz"}',
}

const figures = {
  ...{ requests: 90, seconds: 2, rateSd: null, rateMax: null, errors: 2, timeouts: 1 },
  latency: { mean: 1, sd: null, max: 9, p50: 1, p90: 2, p95: null, p99: 5 },
  statuses: { '2xx': 80, '3xx': 4, '5xx': 6 },
  bytes: 700,
}

/** Returns a session of a program that is this script for Node, and the loads that it was sent. */
function sessionOf(directory: string, script: string) {
  writeTree(directory, { 'program.mjs': script })
  const sentLoads: ProgramLoad[] = []
  const program = {
    ...{ name: 'sample', install: '', versionFlag: '', version: '1', startSeconds: 0 },
    ...{ find: () => undefined, isScript: true, pipelines: false, counts: true },
    executable: join(directory, 'program.mjs'),
    env: { ONLY: 'one thread' },
    arguments(load: ProgramLoad) {
      sentLoads.push(load)
      return [load.url, load.connections]
    },
    parse: (stdout: string) => ({ ...figures, seconds: Number(stdout) }),
  }
  const plan = { request, connections: 5, pipelining: 1, amount: { requests: 90 }, cpus: null }
  return { session: programSession(program, { ...plan, scratch: directory }), sentLoads }
}

test('a program runs once per load, and what it counts is reported', async (t) => {
  const directory = temporaryDirectory(t)
  const { session, sentLoads } = sessionOf(
    directory,
    `const [url, connections] = process.argv.slice(2)
if (process.env.ONLY && url === 'http://127.0.0.1:8080/users?a=b') console.log(connections)`,
  )
  const seen: string[] = []
  const watch = { started: () => seen.push('started'), ended: () => seen.push('ended') }
  const { requests, seconds, checked, non2xx, errors, timeouts, bytesReceived } =
    await session.load(8080, 1, watch)
  assert.deepEqual(seen, ['started', 'ended'])
  assert.deepEqual([requests, seconds, checked, non2xx], [90, 5, 90, 10])
  assert.deepEqual([errors, timeouts, bytesReceived], [2, 1, 700])
  assert.ok(session.figures && session.figures.busy >= 0)
  const [load = assert.fail()] = sentLoads
  assert.equal(readFileSync(load.bodyFile ?? '', 'utf8'), request.body)
})

test('a program that fails is named, with its reason', async (t) => {
  const { session } = sessionOf(
    temporaryDirectory(t),
    "console.error('Error: too many open files'); process.exit(4)",
  )
  await assert.rejects(
    session.load(8080, 1),
    /^Error: sample ended with status 4: Error: too many open files$/,
  )
  assert.equal(session.figures, null)
})
