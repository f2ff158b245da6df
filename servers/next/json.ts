import { profileOf } from '../../shared/models/profile.ts'

let count = 0

export function GET() {
  return Response.json(profileOf(++count))
}
