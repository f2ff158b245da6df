/** Checks every installed server in every scenario, with the invariants and arbitrary inputs. */
import { testContracts } from '../test/server-contracts.ts'

testContracts(() => 'thorough')
