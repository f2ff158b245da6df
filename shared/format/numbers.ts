/** Numbers in file formats. */
import { z } from 'zod'

export const count = z.int().nonnegative()
export const positive = z.number().positive()
export const nonNegative = z.number().nonnegative()
