import { hello } from './hello.ts'
import { json } from './json.ts'
import { middlewareChain } from './middleware-chain.ts'
import { reject } from './reject.ts'
import { richUser } from './rich-user.ts'
import { routeParams } from './route-params.ts'
import type { Scenario } from './scenario.ts'
import { updateAccount } from './update-account.ts'
import { updateUser } from './update-user.ts'
import { userList } from './user-list.ts'
import { validateOrder } from './validate-order.ts'

/** Every scenario, by the name that the command line uses. */
export const scenarios: ReadonlyMap<string, Scenario> = new Map(
  [updateUser, updateAccount, userList, richUser, hello, json, validateOrder, routeParams, middlewareChain, reject].map(
    (scenario) => [scenario.name, scenario],
  ),
)
