import { profileOf } from '../../shared/models/profile.ts'
import { serve } from './http.ts'

let count = 0

await serve('GET', '/json', () => Response.json(profileOf(++count)))
