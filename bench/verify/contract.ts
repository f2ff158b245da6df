/** Runs a scenario's contract against a live server: required and observed behavior. */
import { pairCases } from '../../shared/contract/pairs.ts'
import type { InvalidCase, ValidCase } from '../../shared/contract/scenario.ts'
import { sum } from '../../shared/stats/statistics.ts'
import { canCarry, contentOf, encodeCall, wires } from '../../shared/wires/wires.ts'
import type { Launch } from '../server/server-process.ts'
import { withServer } from '../server/with-server.ts'
import {
  type Behaviour,
  type ContractFailure,
  type ContractTerms,
  describeFailure,
  Exchanger,
  type MessageBytes,
  type Observation,
  randomCase,
} from './exchange.ts'
import { HttpClient } from './http.ts'

/**
 * Checks all valid and invalid cases, with a valid call after each invalid one.
 * @returns failures, up to the first case without a response
 */
export async function checkContract(
  port: number,
  terms: ContractTerms,
): Promise<ContractFailure[]> {
  return check(port, terms, validCases(terms), invalidCases(terms))
}

/** Starts a server and checks the contract. @throws with the first failure, or why the server did not start or ended */
export function assertContract(launch: Launch, terms: ContractTerms): Promise<void> {
  return withServer(launch, {}, async ({ port }) => {
    const [failure] = await checkContract(port, terms)
    if (failure) throw new Error(describeFailure(failure))
  })
}

function validCases({ scenario, random, wire }: ContractTerms): ValidCase[] {
  return [...scenario.contract(random).valid, ...pairCases(scenario, random)].filter((item) =>
    canCarry(wire, scenario.route, item),
  )
}

/** The scenario's invalid cases that the server's wire can carry. */
export function invalidCases({ scenario, random, wire }: ContractTerms): InvalidCase[] {
  return scenario.contract(random).invalid.filter((item) => canCarry(wire, scenario.route, item))
}

/** Checks a few cases of each kind, for example after a load. */
export async function checkContractBriefly(
  port: number,
  terms: ContractTerms,
): Promise<ContractFailure[]> {
  const { random } = terms
  const valid = random.shuffle(validCases(terms)).slice(0, 8)
  return check(port, terms, valid, random.shuffle(invalidCases(terms)).slice(0, 6))
}

async function check(
  port: number,
  terms: ContractTerms,
  valid: ValidCase[],
  invalid: InvalidCase[],
): Promise<ContractFailure[]> {
  using client = new HttpClient(port)
  const exchange = new Exchanger(client, terms)
  async function* exchanges() {
    for (const item of valid) yield await exchange.valid(item)
    for (const item of invalid) {
      yield await exchange.invalid(item)
      const after = await exchange.valid(
        randomCase(terms),
        'a valid call works right after an invalid one',
      )
      yield after && { ...after, case: `a valid call after ${item.id}` }
    }
  }
  const failures: ContractFailure[] = []
  for await (const failure of exchanges()) {
    if (failure) failures.push(failure)
    if (failure && !failure.responded) break
  }
  return failures
}

/**
 * Observes behavior in which servers may differ. It only requires that no observed call gets a 5xx, or changes another call's
 * response: a valid call must succeed after each, and the whole contract at the end.
 */
export async function observeBehaviours(
  port: number,
  terms: ContractTerms,
): Promise<Observation & { failures: ContractFailure[] }> {
  const behaviours: Behaviour[] = []
  const failures: ContractFailure[] = []
  const { scenario, random, wire } = terms
  const { observed } = scenario.contract(random)
  for (const item of observed.filter((call) => canCarry(wire, scenario.route, call))) {
    // One connection each: some responses close it.
    using client = new HttpClient(port)
    const { behaviour, failure: fault } = await new Exchanger(client, terms).observe(item)
    behaviours.push(behaviour)
    if (fault) failures.push(fault)
    using witness = new HttpClient(port)
    const call = randomCase(terms)
    const failure = await new Exchanger(witness, terms).valid(
      call,
      "no call changes another call's response",
    )
    if (failure)
      return {
        behaviours,
        failures: [...failures, { ...failure, case: `a valid call after ${item.id}` }],
      }
  }
  return {
    behaviours,
    messageBytes: await messageBytes(port, terms),
    failures: [...failures, ...(await checkContract(port, terms))],
  }
}

/** Number of valid calls to average over. */
const COUNTED = 20

/** Returns the mean body sizes, in bytes, of valid calls and their responses; undefined if none succeeds. */
async function messageBytes(port: number, terms: ContractTerms): Promise<MessageBytes | undefined> {
  using client = new HttpClient(port)
  const sizes: MessageBytes[] = []
  for (let call = 0; call < COUNTED; call++) {
    const request = encodeCall(wires[terms.wire], terms.scenario.route, randomCase(terms))
    const response = await client.send(request)
    if (!response.responded || response.status !== 200) continue
    sizes.push({ request: contentOf(request).length, response: response.bytes.length })
  }
  if (sizes.length === 0) return undefined
  const mean = (of: keyof MessageBytes) => sum(sizes, (size) => size[of]) / sizes.length
  return { request: mean('request'), response: mean('response') }
}
