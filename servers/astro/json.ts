import { defineAction } from 'astro:actions'
import { profileOf } from '../../shared/models/profile.ts'

let count = 0

export const json = defineAction({ handler: () => profileOf(++count) })
