import { profileOf } from '../../shared/models/profile.ts'

let count = 0

export const GET = () => Response.json(profileOf(++count))
