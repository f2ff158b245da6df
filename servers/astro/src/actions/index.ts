import { updateUser } from '../../update-user.ts'
import { updateUsers } from '../../user-list.ts'

export const server = { updateUser, updateUsers }
