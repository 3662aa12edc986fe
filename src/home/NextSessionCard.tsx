import { CalendarDays } from 'lucide-react';

/** The place of the next coaching session. None is planned for anybody whom this card tells so. */
export const NextSessionCard = () => (
  <section className="card" aria-labelledby="next-session">
    <div className="card-head">
      <h2 className="title-3" id="next-session">
        Next session
      </h2>
      <CalendarDays className="icon" aria-hidden="true" />
    </div>
    <p className="text-2">No session is planned. Once you and your coach agree on a time, it stands here.</p>
  </section>
);
