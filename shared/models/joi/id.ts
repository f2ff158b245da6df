import Joi from 'joi'

/** An integer of a path: digits, and nothing around them, which `Joi.number()` would trim. */
export const idSchema = Joi.string()
  .pattern(/^-?\d+$/)
  .custom((text, helpers) => {
    const id = Number(text)
    return Number.isSafeInteger(id) ? id : helpers.error('number.unsafe')
  })
  .messages({ 'number.unsafe': '{{#label}} must be a safe number' })
