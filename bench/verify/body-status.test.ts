/** Servers of the wire whose rejections have status 200. */
import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { updateUser } from '../../shared/scenarios/update-user.ts'
import { wires } from '../../shared/wires/wires.ts'
import { honest, isPostTo, type Reply, readBody, sendResponse } from '../test/faulty/user-server.ts'
import { serve, terms } from '../test/fixtures.ts'
import { checkContract, observeBehaviours } from './contract.ts'
import { checkInvariants } from './invariants.ts'

const onMcp = terms({ wire: 'mcp' })

const event = (message: object) =>
  `event: message\ndata: ${JSON.stringify({ ...message, jsonrpc: '2.0', id: 1 })}\n\n`

const resultOf = (text: string, isError = true) => ({
  result: { content: [{ type: 'text', text }], isError },
})

/** @param reject returns the message to invalid data, of which the right one's text names the fields */
function portOf(t: TestContext, reject: (text: string) => object = resultOf): Promise<number> {
  return serve(t, async (request, response) => {
    const body = await readBody(request)
    if (!isPostTo('/mcp', request)) return sendResponse(response, { status: 405, body: '{}' })
    const reply = respond(body, reject)
    const headers = {
      'content-type': reply.status === 200 ? wires.mcp.contentType : 'application/json',
      'content-length': Buffer.byteLength(reply.body),
    }
    sendResponse(response, { ...reply, headers })
  })
}

function respond(body: string, reject: (text: string) => object): Reply {
  let argument: unknown
  try {
    argument = JSON.parse(body).params.arguments
  } catch {
    return { status: 400, body: '{}' }
  }
  const { status, body: text } = honest({ body: JSON.stringify(argument) ?? '' })
  if (status !== 200) return { status: 200, body: event(reject(text)) }
  return { status, body: String(wires.mcp.response(text, updateUser.route)) }
}

test('rejections with status 200 are accepted as such, and observed as 400', async (t) => {
  const port = await portOf(t)
  const { behaviours, failures } = await observeBehaviours(port, onMcp)
  assert.deepEqual(failures, [])
  const seen = behaviours.find(({ id }) => id === 'id as a string')
  assert.deepEqual([seen?.status, seen?.outcome], [400, '400'])
  const error = (text: string) => ({ error: { code: -32_602, message: text } })
  assert.deepEqual(await checkContract(await portOf(t, error), onMcp), [])
})

const faults: Record<string, [reject: (text: string) => object, rule: RegExp, got: RegExp]> = {
  'names no field': [() => resultOf('wrong'), /^a rejection names the wrong field$/, /^400 /],
  'responds with a result': [(text) => resultOf(text, false), /^invalid data is rejected/, /^200 /],
  'reports an internal error': [
    (message) => ({ error: { code: -32_603, message } }),
    /^invalid data is rejected/,
    /^500 /,
  ],
}

for (const [what, [reject, rule, got]] of Object.entries(faults))
  test(`a server is caught that ${what}`, async (t) => {
    const port = await portOf(t, reject)
    const failure = (await checkContract(port, onMcp)).find(({ case: id }) => id === 'missing name')
    assert.match(failure?.rule ?? '', rule)
    assert.match(failure?.got ?? '', got)
    if (what !== 'reports an internal error') return
    const [breach] = await checkInvariants(port, onMcp)
    assert.deepEqual([breach?.invariant, breach?.got.slice(0, 4)], [2, '500 '])
  })
