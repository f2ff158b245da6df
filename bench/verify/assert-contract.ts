import type { Launch } from '../host/server-process.ts'
import { withServer } from '../host/with-server.ts'
import { checkContract } from './contract.ts'
import { type ContractTerms, describeFailure } from './exchange.ts'

/** Starts a server and checks the contract. @throws with the first failure, or why the server did not start or ended */
export function assertContract(launch: Launch, terms: ContractTerms): Promise<void> {
  return withServer(launch, {}, async ({ port }) => {
    const [failure] = await checkContract(port, terms)
    if (failure) throw new Error(describeFailure(failure))
  })
}
