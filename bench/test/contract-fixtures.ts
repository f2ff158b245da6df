/** Servers that keep the contract of update-user except for one fault, and the failures that the contract reports. */
import assert from 'node:assert/strict'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { TestContext } from 'node:test'
import { createRandom } from '../../shared/basics/random.ts'
import type { UserJson } from '../../shared/models/user.ts'
import { updateUser } from '../../shared/scenarios/update-user.ts'
import { checkContract } from '../verify/contract.ts'
import { type ContractFailure, type ContractTerms, describeFailure } from '../verify/exchange.ts'
import { correctResponseTo, readBody, sendJson, serve } from './fixtures.ts'

export const terms = (change: Partial<ContractTerms> = {}): ContractTerms => ({
  scenario: updateUser,
  wire: 'plain',
  knownDeviations: [],
  random: createRandom(1),
  ...change,
})

export interface Call {
  body: string
  /** Of the correct response. */
  status: number
  json: string
  request: IncomingMessage
  response: ServerResponse
}

/** Starts a correct server, except where `answer` responds itself and returns true. */
export async function portOf(
  t: TestContext,
  answer: (call: Call) => boolean = () => false,
): Promise<number> {
  const { port } = await serve(t, async (request, response) => {
    const body = await readBody(request)
    const right = correctResponseTo(request, body)
    if (!answer({ body, ...right, request, response })) sendJson(response, right.status, right.json)
  })
  return port
}

/** Returns the contract's failures for such a server; asserts that each is complete. */
export async function failuresOf(
  t: TestContext,
  answer: (call: Call) => boolean,
): Promise<ContractFailure[]> {
  const failures = await checkContract(await portOf(t, answer), terms())
  for (const failure of failures) {
    assert.ok(failure.case && failure.rule && failure.expected && failure.got)
    assert.deepEqual([failure.request.method, failure.request.path], ['POST', '/updateUser'])
    const line = describeFailure(failure)
    assert.equal(line, `${failure.case}: expected ${failure.expected}, got ${failure.got}`)
    assert.doesNotMatch(line, /\n/)
    assert.ok(line.length < 600, line)
  }
  return failures
}

export const changed = (
  json: string,
  change: (user: UserJson & Record<string, unknown>) => void,
) => {
  const user = JSON.parse(json)
  change(user)
  return JSON.stringify(user)
}
