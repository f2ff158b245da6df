/** Every installed server, with the invariants and arbitrary inputs in every scenario. */
import { testContracts } from '../test/server-contracts.ts'

testContracts(() => 'thorough')
