internal import Dispatch

/// The queue of the main actor as a task executor preference (SE-0417).
///
/// A task of the main actor that has waited is resumed on the global pool, which hands it over to the main actor. Each
/// step wakes another thread. With this preference, only the main queue is involved. Code of such tasks blocks the main
/// actor, whatever its isolation.
package final class MainQueue: TaskExecutor {
    package init() {}

    package func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        DispatchQueue.main.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}
