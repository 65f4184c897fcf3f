import { z } from 'zod';
import { longestText, unfitText } from '../../domain/identifiers.js';
import { mostSuggestions, type Suggestion } from '../../domain/suggestion.js';
import type { QueryPart } from '../openapi/operation.js';
import { lookup } from './call.js';
import { deviceSchema } from './devices.js';
import { queryParameter, queryText, readQuery, storable } from './fields.js';
import { lookedUp } from './looked-up.js';
import { numberSchema } from './numbers.js';
import type { Route } from './route.js';

/** How many characters a text needs for suggestions. */
const fewestCharacters = 2;

const textSchema = queryText(longestText, 'what was typed so far, such as text=61')
  .refine((text) => text === '' || unfitText(text, longestText) !== undefined || isLongEnough(text), {
    error: `is too short; give at least ${fewestCharacters} characters`,
  })
  .meta({
    description:
      'What was typed so far, at least 2 characters: the start of a directory number, with or without `+` or `\\+`, ' +
      'spaces, dots, dashes, slashes and brackets; parts of the words of a name and description, in any order, in ' +
      'upper or lower case; a MAC address or its start of at least 4 digits, in any spelling. No character is a ' +
      'wildcard, and characters that no one sees do not count.',
    pattern: storable,
  });

function isLongEnough(text: string): boolean {
  return Array.from(text.trim()).length >= fewestCharacters;
}

/** The typed text. A raw `+` arrives as a space, so a leading space before a digit counts as `+`. */
const typedText: QueryPart<string> = {
  parameters: () => [
    queryParameter({ name: 'text', schema: textSchema, examples: { 'the start of a number': '61' } }, true),
  ],
  parse: ({ text: value }) => {
    const typed = typeof value === 'string' ? value.replace(/^(\\?) (?=[0-9])/, '$1+') : value;
    return readQuery('text', textSchema, typed);
  },
};

const suggestedNumberSchema = z
  .object({ kind: z.literal('number'), ...numberSchema.shape })
  .meta({ description: 'A directory number in one route partition.' });
const suggestedDeviceSchema = z
  .object({
    kind: deviceSchema.shape.deviceKind,
    ...deviceSchema.pick({ name: true, description: true, product: true, model: true }).shape,
  })
  .meta({ description: 'A phone or device profile.' });
export const suggestionSchema = z
  .union([suggestedNumberSchema, suggestedDeviceSchema])
  .meta({ description: 'Something that may have been meant.' });

const suggestionsSchema = z.array(suggestionSchema).max(mostSuggestions).meta({
  description:
    'Numbers first, in order of number and partition; then devices in order of name. None is an empty array.',
});

const example: readonly Suggestion[] = [
  { kind: 'number', dirn: '6100', partition: 'PT-Internal', description: 'Front desk' },
  {
    kind: 'phone',
    name: 'SEP00A1B2C30100',
    description: 'Reception, main entrance',
    product: 'Cisco 8861',
    model: 'Cisco 8861',
  },
];

/** GET /suggest?text=TEXT: suggestions for a typed text. */
export const suggestions: readonly Route[] = [
  lookup({
    path: '/suggest',
    operationId: 'suggest',
    summary: 'Suggest numbers, phones and device profiles for what was typed so far',
    description:
      `At most ${mostSuggestions}, for a search field. If there are many numbers and many devices, you get half of each. ` +
      'A number that only ends with the digits is suggested if no number begins with them and no other one ends with ' +
      'them: `(408) 555-4019` finds `+14085554019`. ' +
      'It takes one SQL query, and a second one if the text can be the start of a number. If no number begins ' +
      'with it, a third one looks for the end. It fails if the call ' +
      'manager refuses SQL. An answer from the inventory also finds numbers by a part of their description, alerting ' +
      'name or display; a live answer finds people only by the descriptions of their devices.',
    query: typedText,
    answers: {
      200: {
        description: 'The suggestions.',
        json: { Suggestions: suggestionsSchema },
        examples: { some: example, none: [] },
      },
    },
    parts: { Suggestion: suggestionSchema },
    respond: (ctx, { query: text }, to) => lookedUp(ctx, 'suggestions', text, to),
  }),
];
