/** All servers keep the contracts and the invariants, with arbitrary inputs as well. */
import { testContracts } from '../test/server-contracts.ts'

testContracts(() => true)
