import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { autocannon } from './autocannon.ts'
import { bombardier } from './bombardier.ts'
import { oha } from './oha.ts'
import type { Program, ProgramLoad } from './program.ts'
import { wrk } from './wrk.ts'

/** What a program printed of 400 requests, or 1 s, to a server that breaks each 100th connection and sends 500 to each 20th request. */
const printed = ({ name }: Program) =>
  readFileSync(join(import.meta.dirname, 'fixtures', `${name}.txt`), 'utf8')

const parsed = (program: Program) => {
  const { latency, statuses, ...figures } = program.parse(printed(program))
  const seen = Object.entries(statuses).filter(([, number]) => number > 0)
  return { ...figures, statuses: Object.fromEntries(seen), latency: Object.values(latency) }
}

test('figures are those that each program prints', () => {
  assert.deepEqual(parsed(autocannon), {
    requests: 396,
    seconds: 0.18,
    rateSd: null,
    rateMax: null,
    statuses: { '2xx': 380, '5xx': 16 },
    errors: 4,
    timeouts: 0,
    bytes: 53_368,
    latency: [2.09, 2.34, 14, 1, 5, null, 13],
  })
  assert.deepEqual(parsed(wrk), {
    requests: 15_721,
    seconds: 1.000315,
    rateSd: 7917.76018,
    rateMax: 24_515,
    statuses: { '2xx or 3xx': 15_086, '4xx or 5xx': 635 },
    errors: 158,
    timeouts: 0,
    bytes: 2_118_679,
    latency: [0.543846002, 0.85423594, 8.841, 0.207, 1.39, 2.244, 4.3],
  })
  assert.deepEqual(parsed(oha), {
    requests: 396,
    seconds: 0.028368888,
    rateSd: 1699.4683975533778,
    rateMax: 15888.852657748886,
    statuses: { '2xx': 380, '5xx': 16 },
    errors: 4,
    timeouts: 0,
    bytes: null,
    latency: [0.3392428939393938, null, 3.021711, 0.241399, 0.55188, 0.7782070000000001, 2.282432],
  })
  // It sends again what a broken connection lost, and says nothing of it.
  assert.deepEqual(parsed(bombardier), {
    requests: 400,
    seconds: 0.044037813,
    rateSd: 4699.244811840426,
    rateMax: 16668.50447613455,
    statuses: { '2xx': 383, '5xx': 17 },
    errors: 0,
    timeouts: 0,
    bytes: 53_923,
    latency: [0.5378624999999999, 0.522477240605916, 3.794, 0.339, 1.204, 1.401, 3.604],
  })
})

test('requests in flight at the end of a time are no errors, and those that time out are', () => {
  const changed = (program: Program, change: (output: ReturnType<typeof JSON.parse>) => void) => {
    const output = JSON.parse(printed(program))
    change(output)
    const { errors, timeouts } = program.parse(JSON.stringify(output))
    return { errors, timeouts }
  }
  const timed = changed(autocannon, (output) => {
    Object.assign(output, { sampleInt: 1000, errors: 3, timeouts: 2 })
    output.requests.sent = output.requests.total + 3 + output.connections
  })
  assert.deepEqual(timed, { errors: 1, timeouts: 2 })
  const aborted = changed(oha, (output) => {
    output.errorDistribution = { 'aborted due to deadline': 5, 'request timed out': 2, reset: 1 }
  })
  assert.deepEqual(aborted, { errors: 1, timeouts: 2 })
  const late = changed(bombardier, (output) => {
    output.result.others = 3
    output.result.errors = [
      { description: 'timeout', count: 2 },
      { description: 'connection reset by peer', count: 1 },
    ]
  })
  assert.deepEqual(late, { errors: 1, timeouts: 2 })
})

const load = (change: Partial<ProgramLoad> = {}): ProgramLoad => ({
  request: { method: 'POST', headers: { 'content-type': 'application/json' } },
  bodyFile: '/body',
  url: 'http://127.0.0.1:3000/updateUser',
  connections: 50,
  pipelining: 1,
  amount: { requests: 100_000 },
  timeout: 5,
  write: (name) => `/${name}`,
  ...change,
})

test('arguments say what each program is to send', () => {
  const textOf = (program: Program, change: Partial<ProgramLoad> = {}) =>
    program.arguments(load(change)).join(' ')
  const seconds = { amount: { seconds: 5 } }
  assert.equal(
    textOf(autocannon, { ...seconds, pipelining: 10 }),
    '--json --no-progress --connections 50 --pipelining 10 --duration 5 --timeout 5 --method POST --headers content-type=application/json --input /body http://127.0.0.1:3000/updateUser',
  )
  assert.match(textOf(autocannon), /--amount 100000 -L 10 /)
  assert.equal(
    textOf(bombardier),
    '--format json --print result --latencies --connections 50 --requests 100000 --timeout 5s --method POST --header content-type: application/json --body-file /body http://127.0.0.1:3000/updateUser',
  )
  assert.match(textOf(bombardier, seconds), /--duration 5s /)
  assert.equal(
    textOf(oha),
    '--no-tui --output-format json -c 50 -n 100000 -t 5s -m POST -H content-type: application/json -D /body http://127.0.0.1:3000/updateUser',
  )
  assert.match(textOf(oha, seconds), /-z 5s /)
  const scripts: string[] = []
  const write = (name: string, contents: string) => {
    scripts.push(contents)
    return `/${name}`
  }
  assert.equal(
    textOf(wrk, { ...seconds, pipelining: 10, write }),
    '--threads 1 --connections 50 --duration 5s --timeout 5s --script /wrk.lua http://127.0.0.1:3000/updateUser',
  )
  const get = { request: { method: 'GET', headers: {} }, bodyFile: null }
  for (const program of [autocannon, bombardier, oha, wrk])
    assert.doesNotMatch(textOf(program, { ...get, ...seconds, write }), /body|content-type/)
  const [withBody = '', without = ''] = scripts
  assert.match(withBody, /wrk\.body = "POST", io\.open\("\/body", "rb"\):read\("\*a"\)/)
  assert.match(withBody, /wrk\.headers\["content-type"\] = "application\/json"/)
  assert.match(withBody, /:rep\(10\)/)
  assert.match(without, /wrk\.body = "GET", nil/)
})
