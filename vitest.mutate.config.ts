import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

const order = ['/test/unit/', '/test/web/', '/test/http/', '/test/openapi/', '/test/changes/'];

/** The first test that fails ends the work on a mutant, so those that cost least go first. */
class CheapestFirst extends BaseSequencer {
  override sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification): number => {
      if (moduleId.endsWith('-bounds.test.ts')) return order.length;
      return order.findIndex((folder) => moduleId.includes(folder));
    };
    return Promise.resolve([...files].sort((a, b) => rank(a) - rank(b)));
  }
}

/** The suites that `npm run mutate` runs against each mutant: those that are quick, start no process and open no browser. */
export default defineConfig({
  test: {
    include: order.map((folder) => `.${folder}**/*.test.ts`),
    exclude: [
      // It reads how the source is written, which mutants change.
      'test/unit/walls.test.ts',
      // They wait for seconds to prove src/http/server.ts and the files beside it, which are not mutated.
      'test/http/{half-closed,keep-alive,stop,stray-bytes,tls,unreadable}.test.ts',
      // It compiles everything twice.
      'test/unit/domain/device-text.test.ts',
      'test/unit/domain/device-text.test.ts',
      'test/unit/domain/third-kind.test.ts',
      // It takes seconds to measure how long reading holds the event loop.
      'test/unit/axl/soap/xml-reader-turns.test.ts',
      // They take 4 to 17 seconds each, and every mutant that lives would pay for them: what they alone notice counts as
      // not noticed.
      'test/openapi/{answers-with-simulator,lint}.test.ts',
    ],
    // A server would be started for these.
    testNamePattern: /^(?!.*PostgreSQL)/,
    sequence: { sequencer: CheapestFirst },
    // A mutant that makes a test wait for ever costs this much. No test takes a quarter of it.
    testTimeout: 10_000,
  },
});
