import { json, type RequestHandler } from '@sveltejs/kit'
import { profileOf } from '../../shared/models/profile.ts'

let count = 0

export const GET: RequestHandler = () => json(profileOf(++count))
