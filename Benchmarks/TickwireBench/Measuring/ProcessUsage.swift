import Foundation

/// The kernel's figures about another process.
struct ProcessUsage {
    let pid: Int32

    /// The CPU time of all threads so far.
    var cpuSeconds: Double { cpuSeconds(ofThreads: "") }

    func cpuSeconds(over seconds: Double, ofThreads prefix: String = "") async throws -> Double {
        let before = cpuSeconds(ofThreads: prefix)
        try await Task.sleep(for: .seconds(seconds))
        return cpuSeconds(ofThreads: prefix) - before
    }

    /// Reads schedstat, which counts nanoseconds (proc(5)).
    /// - Parameter prefix: the prefix of the threads' names.
    private func cpuSeconds(ofThreads prefix: String) -> Double {
        let threads = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(pid)/task")) ?? []
        return threads.reduce(0) { sum, thread in
            let name = prefix.isEmpty ? "" : text("task/\(thread)/comm")
            guard name.hasPrefix(prefix) else { return sum }
            return sum + (text("task/\(thread)/schedstat").split(separator: " ").first.flatMap { Double($0) } ?? 0)
                / 1e9
        }
    }

    /// The part of the CPU time that was spent in the kernel. The kernel samples it, hundreds of times a second.
    var kernelSeconds: Double {
        // The command's name, which may have spaces and parentheses, is before these fields; stime is the 15th of all (proc(5)).
        let fields = text("stat").split(separator: ")").last?.split(separator: " ") ?? []
        return fields.dropFirst(12).first.flatMap { Double($0) }.map { $0 / Double(sysconf(Int32(_SC_CLK_TCK))) }
            ?? .nan
    }

    var residentKiB: Double {
        (text("statm").split(separator: " ").dropFirst().first.flatMap { Double($0) } ?? 0) * 4
    }

    private func text(_ file: String) -> String {
        (try? String(contentsOfFile: "/proc/\(pid)/\(file)", encoding: .utf8)) ?? ""
    }
}
