/** The parts of the code that are mutated, each with the patterns of its files and of its tests. */
export declare const mutationParts: Readonly<Record<string, { readonly code: string; readonly tests: string }>>;
