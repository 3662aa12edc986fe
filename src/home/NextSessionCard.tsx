import { CalendarDays } from 'lucide-react';

/** The next coaching session. Sessions cannot be planned yet, so the card is always empty. */
export const NextSessionCard = () => (
  <section className="card" aria-labelledby="next-session">
    <div className="card-head">
      <h2 className="title-3" id="next-session">
        Next session
      </h2>
      <CalendarDays className="icon" aria-hidden="true" />
    </div>
    <p className="text-2">No session planned. When you and your coach agree on a time, it appears here.</p>
  </section>
);
