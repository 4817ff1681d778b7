import { buildIdeaTimelines } from '../../contract/ideas/idea-timeline.ts';
import type { NewIdeaInput } from '../../contract/publishing/idea-writing.ts';
import { computeTrackRecord } from '../../contract/record/compute-track-record.ts';
import { listTrackRecords, type TrackRecord } from '../../contract/record/track-record.ts';
import { educators } from './basic-answers.ts';
import type { FakeApi } from './fake-api.ts';
import { FakeIdeas } from './fake-ideas.ts';

export const won = { status: 'successful', result_level: 'exit_1' } as const;
export const lost = { status: 'unsuccessful', result_level: 'invalidation_level' } as const;

/** Track records, computed from the revisions of the fake ideas. */
export class FakeRecords {
  readonly ideas: FakeIdeas;

  constructor(api: FakeApi) {
    this.ideas = new FakeIdeas(api);
    api.on(listTrackRecords, ({ query }) =>
      educators
        .filter(({ id }) => query.educatorId === undefined || id === query.educatorId)
        .map(({ id }) => this.read(id)),
    );
  }

  read(id: string): TrackRecord {
    const revisions = this.ideas.revisions.filter(({ educator_id }) => educator_id === id);
    const name = educators.find((educator) => educator.id === id)?.fullName ?? '';
    return computeTrackRecord({ id, name }, buildIdeaTimelines(revisions));
  }

  /** Publishes an idea of educator 2 and closes it; without changes it stays open. Returns its id. */
  add(pair: string, changes?: Parameters<FakeIdeas['change']>[1], input: Partial<NewIdeaInput> = {}): string {
    const { id } = this.ideas.publish({ pair, ...input });
    if (changes) this.ideas.change(id, changes);
    return id;
  }
}
