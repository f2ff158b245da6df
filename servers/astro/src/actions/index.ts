import { hello } from '../../hello.ts'
import { json } from '../../json.ts'
import { updateAccount } from '../../update-account.ts'
import { updateUser } from '../../update-user.ts'
import { updateUsers } from '../../user-list.ts'
import { orders } from '../../validate-order.ts'

export const server = { hello, json, orders, updateAccount, updateUser, updateUsers }
