internal import Dispatch
internal import NIOCore
internal import Shared

/// The file with the exchange rates that were shown last. It is read and written on a queue of its own, in the order of
/// the calls, and never on an event loop or in the cooperative pool.
struct RateFile: Sendable {
    private let path: String
    private let queue = DispatchQueue(label: "tickwire.rates")

    init(path: String) { self.path = path }

    /// - Returns: nil if there is no file, or none that is valid.
    func read() async -> ExchangeRates? {
        await withCheckedContinuation { done in
            queue.async {
                done.resume(returning: (try? SmallFile.read(path)).flatMap { ExchangeRates(stored: $0) })
            }
        }
    }

    /// Returns once the rates are on disk.
    func write(_ rates: ExchangeRates) async throws(SystemError) {
        let result: Result<Void, SystemError> = await withCheckedContinuation { done in
            queue.async {
                do throws(SystemError) {
                    try SmallFile.write(rates.stored, to: path)
                    done.resume(returning: .success(()))
                } catch {
                    done.resume(returning: .failure(error))
                }
            }
        }
        try result.get()
    }
}

extension ExchangeRates {
    /// The frame that terminals get is also the form on disk.
    fileprivate var stored: [UInt8] { Array(ServerFrame.rates(self).framed.readableBytesView) }

    /// - Returns: nil if the bytes are not a valid file.
    fileprivate init?(stored bytes: [UInt8]) {
        var reader = FrameReader(limit: SessionLimits().serverFrameBytes)
        reader.append(ByteBuffer(bytes: bytes))
        guard let body = try? reader.next(), case .rates(let rates) = try? ServerFrame(frameBody: body) else {
            return nil
        }
        self = rates
    }
}
