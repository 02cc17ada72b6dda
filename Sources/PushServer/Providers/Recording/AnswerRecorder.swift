internal import Dispatch
package import Logging
internal import Shared
internal import Synchronization

/// Writes what live providers answered into a folder that the mock can replay: `run --record DIR`.
///
/// Keys never get there: requests are kept without header fields, and wherever a provider repeats the key it is blanked
/// out. Files are written on a queue of their own, never on an event loop or in the cooperative pool. Trouble with the
/// disk ends the recording with one warning and is no matter of the server's.
package final class AnswerRecorder: Sendable {
    private struct State {
        var folder: RecordingFolder?
        var waiting = 0
        var left = 0
    }

    private let queue = DispatchQueue(label: "tickwire.recorder", qos: .utility)
    /// The folder is used on `queue` only; the lock is never held while something is written.
    private let state: Mutex<State>
    private let limits: RecordingLimits
    private let logger: Logger

    /// - Throws: where the folder cannot be made or written.
    package init(directory: String, limits: RecordingLimits = RecordingLimits(), logger: Logger) throws {
        self.limits = limits
        self.logger = logger
        state = Mutex(State(folder: try RecordingFolder(directory)))
    }

    /// Takes the answer along; returns at once.
    package func record(_ endpoint: Endpoint, _ answer: HTTPAnswer) {
        let isTaken = state.withLock { state in
            guard state.folder != nil, state.waiting < limits.waiting else {
                state.left += 1
                return false
            }
            state.waiting += 1
            return true
        }
        if isTaken { queue.async { self.write(endpoint, answer) } }
    }

    /// Returns when everything taken so far is on disk.
    func settled() async {
        await withCheckedContinuation { done in queue.async { done.resume() } }
    }

    /// The same, and ends the recording.
    package func finish() async {
        await withCheckedContinuation { done in
            queue.async {
                self.state.withLock { $0.folder.take() }?.close()
                done.resume()
            }
        }
    }

    private func write(_ endpoint: Endpoint, _ answer: HTTPAnswer) {
        let folder = state.withLock { state in
            state.waiting -= 1
            return state.folder
        }
        // This queue is serial, so nobody else changes the folder meanwhile.
        guard var folder else { return }
        guard folder.answers < limits.answers, folder.bytes + answer.body.count <= limits.bytes else {
            return end("it is full: \(folder.answers) answers, \(folder.bytes) bytes")
        }
        do {
            try folder.write(RecordedAnswer(endpoint, answer), body: endpoint.hidingKey(in: answer.body))
            let written = folder
            state.withLock { if $0.folder != nil { $0.folder = written } }
        } catch {
            end("it cannot be written: \(error)")
        }
    }

    private func end(_ reason: String) {
        let folder = state.withLock { $0.folder.take() }
        folder?.close()
        logger.warning("the recording has ended", metadata: ["reason": "\(reason)"])
    }
}
